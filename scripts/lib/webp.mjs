// Pictures as WebP: a browser makes each of them, and what moves is put together here.

/**
 * Turns screenshots into lossless WebP, in a page of a browser that is used for nothing else.
 * @param {import('playwright-core').Page} page
 * @param {Buffer} png
 * @param {Buffer} [before] a picture of the same size: then only what differs from it is kept
 * @returns {Promise<{ bytes: Buffer, x: number, y: number, width: number, height: number, whole: { width: number, height: number } }>}
 *     in pixels, where the part lies in the whole; the corner has even numbers, as frames ask for
 */
export async function toWebp(page, png, before) {
	const made = await page.evaluate(
		drawn,
		[png, before].map((each) => each?.toString('base64')),
	);
	return { ...made, bytes: Buffer.from(made.bytes, 'base64') };
}

/** Runs in the page. */
async function drawn([png, before]) {
	const read = async (text) => {
		const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
		const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
		const canvas = new OffscreenCanvas(image.width, image.height);
		const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
		context.drawImage(image, 0, 0);
		return { canvas, pixels: new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer) };
	};
	const { canvas, pixels } = await read(png);
	const { width, height } = canvas;
	let box = { x: 0, y: 0, width, height };
	if (before !== undefined) {
		const old = (await read(before)).pixels;
		let [left, top, right, bottom] = [width, height, 0, 0];
		for (let at = 0; at < pixels.length; at++) {
			if (pixels[at] === old[at]) continue;
			const [x, y] = [at % width, Math.floor(at / width)];
			[left, right] = [Math.min(left, x), Math.max(right, x)];
			[top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
		}
		[left, top] = [Math.min(left, right), Math.min(top, bottom)].map((each) => each - (each % 2));
		box = { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
	}
	const part = new OffscreenCanvas(box.width, box.height);
	part.getContext('2d', { alpha: false }).drawImage(canvas, -box.x, -box.y);
	// With quality 1 nothing is lost, and letters stay sharp.
	const blob = await part.convertToBlob({ type: 'image/webp', quality: 1 });
	const bytes = new Uint8Array(await blob.arrayBuffer());
	let text = '';
	for (const each of bytes) text += String.fromCharCode(each);
	return { bytes: btoa(text), ...box, whole: { width, height } };
}

/** @param {{ ms: number }[]} frames what `toWebp` made, each with how long it stays. @returns a picture that moves, for ever */
export function animatedWebp(frames) {
	const [{ whole }] = frames;
	const chunks = [
		// Animation, and nothing else.
		chunk('VP8X', Buffer.concat([number(0x02, 4), number(whole.width - 1, 3), number(whole.height - 1, 3)])),
		chunk('ANIM', Buffer.concat([number(0xff000000, 4), number(0, 2)])),
		...frames.map(({ bytes, x, y, width, height, ms }) => {
			const place = [x / 2, y / 2, width - 1, height - 1, ms].map((each) => number(each, 3));
			// Drawn over what was there, without blending.
			return chunk('ANMF', Buffer.concat([...place, number(0x02, 1), pixelsOf(bytes)]));
		}),
	];
	return chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]));
}

/** A still picture without what stands around its pixels. */
function pixelsOf(bytes) {
	const kept = [];
	for (let at = 12; at < bytes.length;) {
		const size = 8 + bytes.readUInt32LE(at + 4);
		const end = at + size + (size % 2);
		if (['VP8 ', 'VP8L', 'ALPH'].includes(bytes.toString('latin1', at, at + 4))) kept.push(bytes.subarray(at, end));
		at = end;
	}
	return Buffer.concat(kept);
}

function chunk(name, content) {
	const padding = Buffer.alloc(content.length % 2);
	return Buffer.concat([Buffer.from(name), number(content.length, 4), content, padding]);
}

function number(value, bytes) {
	const buffer = Buffer.alloc(bytes);
	buffer.writeUIntLE(value, 0, bytes);
	return buffer;
}
