// An input box or a quick pick, whose person answers at once.
import { EventEmitter } from './vscode';

interface Row {
	readonly label: string;
}

export class FakeInput {
	value = '';
	items: readonly Row[] = [];
	selectedItems: readonly Row[] = [];
	private readonly hidden = new EventEmitter<undefined>();
	private readonly accepted = new EventEmitter<undefined>();
	private readonly changed = new EventEmitter<string>();
	private readonly pressed = new EventEmitter<undefined>();
	readonly onDidHide = this.hidden.event;
	readonly onDidAccept = this.accepted.event;
	readonly onDidChangeValue = this.changed.event;
	readonly onDidTriggerButton = this.pressed.event;

	/**
	 * @param answer by what stands there: `back` or `left`, with what was typed before (`left: an idea`), or what is typed or
	 *     picked; without one the first row, or what stands there.
	 */
	constructor(private readonly answer: (value: string) => string | undefined) {}

	show(): void {
		const answer = this.answer(this.value);
		const [, way, typed] = /^(back|left)(?:: (.*))?$/u.exec(answer ?? '') ?? [];
		if (typed !== undefined) this.changed.fire((this.value = typed));
		if (way !== undefined) return (way === 'back' ? this.pressed : this.hidden).fire(undefined);
		this.selectedItems = this.items.filter(({ label }) => label === (answer ?? label)).slice(0, 1);
		this.value = answer ?? this.value;
		this.accepted.fire(undefined);
	}

	dispose(): void {
		this.hidden.fire(undefined);
	}
}
