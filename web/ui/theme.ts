import { signal } from '@preact/signals'
import { readChoice, writeChoice } from './texts/choice.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export const theme = signal<Theme>('system')

export function chooseTheme(wanted: Theme): void {
  theme.value = wanted
  if (wanted === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = wanted
  writeChoice('theme', wanted)
}

export function startTheme(): void {
  const chosen = themes.find((name) => name === readChoice('theme'))
  if (chosen !== undefined) chooseTheme(chosen)
}
