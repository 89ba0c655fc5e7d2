/** Whether a path below the console's base is the page of a check-in door, with its organisation or without. */
export function isDoorPath(path: string): boolean {
  return /^(\/o\/[\w-]+)?\/events\/[\w-]+\/check-in\/?$/.test(path)
}
