import { setFlagsFromString } from 'node:v8'

/**
 * V8 doubles the space for new objects while the program loads, and keeps it that large: about 10 MB that an idle
 * server would never use.
 */
export function keepYoungGenerationSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
}

/** A busy server needs the space: with little of it, objects are collected more often. */
export function letYoungGenerationGrow(): void {
  setFlagsFromString('--semi-space-growth-factor=2')
}
