/** Whether a path below the console's base is the page of a check-in door. */
export function isDoorPath(path: string): boolean {
  return /^\/events\/[\w-]+\/check-in\/?$/.test(path)
}
