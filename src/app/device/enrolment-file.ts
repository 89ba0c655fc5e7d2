import * as Type from 'typebox'
import { closed } from '../../kernel/contract/schema.ts'
import { CommandError } from '../commands/base/command-error.ts'
import { storedKey } from './device-file.ts'
import { readPrivateFile, savePrivateFile } from './private-file.ts'

/** Each enrolment has its own key, so that nobody who runs two applications can tell that one device serves both. */
const enrolment = closed({
  key: storedKey,
  service: Type.String(),
  uuid: Type.String(),
  twofactor_id: Type.Integer(),
  app: Type.String(),
  /** Contains the seed of the codes. */
  uri: Type.String(),
})
const enrolments = Type.Array(enrolment)

export type Enrolment = Type.Static<typeof enrolment>

/** A separate file beside the device's: enrolments stay when the key at the issuer ends. */
export function enrolmentsPath(devicePath: string): string {
  return devicePath.replace(/(\.json)?$/, '.twofactor.json')
}

export function listEnrolments(path: string): Enrolment[] {
  return readPrivateFile(path, enrolments) ?? []
}

export function getEnrolments(path: string): Enrolment[] {
  const found = listEnrolments(path)
  if (found.length > 0) return found
  throw new CommandError(
    `nothing is enrolled in ${path}: take the link of an application with \`lanyard device enrol\``,
  )
}

export function addEnrolment(path: string, added: Enrolment): void {
  savePrivateFile(path, [...listEnrolments(path), added])
}
