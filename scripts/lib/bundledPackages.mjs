// The packages of which something is in what we ship: their licences, which have to come along, and the list of them that
// scanners read (an SBOM in the form of CycloneDX).
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inRoot, manifest } from './paths.mjs';

export const LICENSES = 'THIRD-PARTY-LICENSES.txt';
export const SBOM = 'sbom.cdx.json';
/** What may be shipped under our own licence. Another one is looked at by a person first. */
const ALLOWED = new Set([
	'0BSD',
	'Apache-2.0',
	'BSD-2-Clause',
	'BSD-3-Clause',
	'BlueOak-1.0.0',
	'ISC',
	'MIT',
	'Unlicense',
]);

/**
 * @param {Iterable<string>} sources files that went into bundles, relative to the root or absolute
 * @returns each package once, by name. @throws Error for one without a licence, or with one that nobody has allowed
 */
export function bundledPackages(sources) {
	const folders = [...sources].flatMap(
		(file) => /node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+/.exec(file.replaceAll(path.sep, '/'))?.[0] ?? [],
	);
	return [...new Set(folders)]
		.map((folder) => {
			const { name, version, license } = JSON.parse(readFileSync(inRoot(folder, 'package.json'), 'utf8'));
			const names = readdirSync(inRoot(folder));
			const file = names.find((each) => /^licen[cs]e/i.test(each));
			// Where there is one, Apache's licence wants it to come along.
			const notice = names.find((each) => /^notice/i.test(each));
			if (!ALLOWED.has(license))
				throw new Error(`${folder}: the licence ${license} is not allowed (scripts/lib/bundledPackages.mjs).`);
			return {
				name,
				version,
				license,
				text: [
					file === undefined ? statedLicence(folder) : textOf(folder, file),
					...(notice === undefined ? [] : [textOf(folder, notice)]),
				].join('\n\n'),
			};
		})
		.sort((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1));
}

const textOf = (folder, file) => readFileSync(inRoot(folder, file), 'utf8').trim();

/** The words of a licence that a package names and does not bring: ours is the same. @throws Error for another than MIT */
function statedLicence(folder) {
	const { author, license } = JSON.parse(readFileSync(inRoot(folder, 'package.json'), 'utf8'));
	if (license !== 'MIT') throw new Error(`${folder} does not bring the words of its licence.`);
	const words = readFileSync(inRoot('LICENSE'), 'utf8').trim();
	return words.replace(/^Copyright .*$/m, `Copyright (c) ${author?.name ?? author ?? 'the authors'}`);
}

/** Writes the licences and the SBOM of all that went into a folder. @param {Iterable<string>} sources */
export function writeOrigins(folder, sources) {
	const packages = bundledPackages(sources);
	const licences = packages.map(({ name, version, license, text }) =>
		`${name} ${version} (${license})\n\n${text}`.trim(),
	);
	writeFileSync(path.join(folder, LICENSES), `${licences.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`);
	writeFileSync(path.join(folder, SBOM), `${JSON.stringify(sbomOf(packages), undefined, '\t')}\n`);
}

function sbomOf(packages) {
	const { name, version, license } = manifest();
	const component = (type, each) => ({
		type,
		name: each.name,
		version: each.version,
		purl: `pkg:npm/${each.name.replace('@', '%40')}@${each.version}`,
		licenses: [{ license: { id: each.license } }],
	});
	return {
		bomFormat: 'CycloneDX',
		specVersion: '1.6',
		version: 1,
		metadata: { component: component('application', { name, version, license }) },
		components: packages.map((each) => component('library', each)),
	};
}
