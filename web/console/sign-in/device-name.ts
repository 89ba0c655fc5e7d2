/** A suggested name for this device. */
export function guessDeviceName(agent: string): string {
  const system = /(iPhone|iPad|Android|Macintosh|Windows|CrOS|Linux)/.exec(agent)?.[1] ?? ''
  const names: Readonly<Record<string, string>> = { Macintosh: 'Mac', CrOS: 'Chromebook' }
  return names[system] ?? (system || 'Browser')
}
