// What `session-keeper completion …` takes. Its code is completion.ts.
import { describeGroup } from './base/description';

export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;

export const COMPLETION = describeGroup({
	about: 'Generate shell completion scripts',
	verbs: {
		'': {
			about: 'Print the completion script for a shell',
			more: [
				'bash: session-keeper completion bash > ~/.local/share/bash-completion/completions/session-keeper',
				'zsh: session-keeper completion zsh > _session-keeper, in a folder of $fpath',
				'fish: session-keeper completion fish > ~/.config/fish/completions/session-keeper.fish',
				'PowerShell: session-keeper completion powershell | Out-String | Invoke-Expression, in $PROFILE',
			],
			words: 'SHELL',
			choices: SHELLS,
			examples: ['completion bash', 'completion zsh --json'],
		},
	},
});
