import { agentName } from '../base/agent-name.ts'

/** A suggested name for a passkey of this device. */
export function guessDeviceName(agent: string): string {
  return agentName(agent) ?? 'Browser'
}
