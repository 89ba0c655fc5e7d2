import type { Clock } from '../../../kernel/base/clock.ts'
import type { Logger } from '../../../kernel/base/log.ts'
import {
  type Channel,
  DeliveryRefused,
  type Ledger,
  OutcomeUnknown,
  type OutgoingMessage,
  type Taken,
} from '../channel.ts'
import { type Circuit, createCircuit } from './circuit.ts'
import { type Gateway, GatewayFailed } from './gateway.ts'

type Tools = { clock: Clock; log: Logger }
type Way = { gateway: Gateway; circuit: Circuit }

/**
 * A request that was given up may still be in progress, so "no such message" from a gateway is believed only after
 * this time.
 */
const SETTLED_MS = 60_000

const noLedger: Ledger = {
  unanswered: undefined,
  hand: async () => {},
  confirm: async () => {},
  isKnown: async () => false,
}

/**
 * Tries gateways in order, skipping those that fail. A message that one of them may have is never given to another.
 */
export function createGatewayChannel(gateways: readonly Gateway[], tools: Tools): Channel {
  const ways = gateways.map((gateway) => ({ gateway, circuit: createCircuit(tools.clock) }))
  return {
    name: gateways.map(({ name }) => name).join(', '),
    async send(message, { signal }, ledger = noLedger) {
      const taken = await settle(ways, tools, { message, signal, ledger })
      return taken ?? sendByFirst(ways, tools, { message, signal, ledger })
    },
    available: () => ways.some(({ circuit }) => circuit.ready()),
    async close() {
      await Promise.all(gateways.map((gateway) => gateway.close?.()))
    },
  }
}

type Sending = { message: OutgoingMessage; signal: AbortSignal; ledger: Ledger }

async function sendByFirst(ways: readonly Way[], { log }: Tools, sending: Sending): Promise<Taken> {
  const { message, signal, ledger } = sending
  let failure = new GatewayFailed('no-gateway-works')
  for (const way of ways) {
    if (signal.aborted) throw new GatewayFailed('cancelled')
    if (!way.circuit.ready()) continue
    await ledger.hand(way.gateway.name)
    if (!way.circuit.take()) continue
    try {
      return await sendBy(way, log, { message, signal })
    } catch (error) {
      if (!(error instanceof GatewayFailed)) throw error
      failure = error
    }
  }
  throw failure
}

async function sendBy(
  { gateway, circuit }: Way,
  log: Logger,
  { message, signal }: Pick<Sending, 'message' | 'signal'>,
): Promise<Taken> {
  try {
    const { reference } = await gateway.send(message, signal)
    circuit.succeed()
    return { gateway: gateway.name, ...(reference === undefined ? {} : { reference }) }
  } catch (error) {
    if (error instanceof DeliveryRefused) {
      if (error.asked) circuit.succeed()
      else circuit.letGo()
      throw error
    }
    const works = error instanceof GatewayFailed && error.deferred
    if (works) circuit.succeed()
    const leftOut = !works && circuit.fail()
    log.warn('a gateway failed', { gateway: gateway.name, error: codeOf(error), left_out: leftOut })
    // An unexpected error does not show how far the message got.
    throw error instanceof GatewayFailed ? error : unknownAt(gateway, codeOf(error))
  }
}

/** Finds out whether a gateway that did not answer has the message; undefined if it certainly does not. */
async function settle(ways: readonly Way[], tools: Tools, sending: Sending): Promise<Taken | undefined> {
  const { message, signal, ledger } = sending
  if (ledger.unanswered === undefined) return undefined
  const { gateway: name, since } = ledger.unanswered
  const way = ways.find(({ gateway }) => gateway.name === name)
  if (way === undefined) throw new OutcomeUnknown('gateway-gone', { final: true })
  const { gateway } = way
  if (gateway.repeatable) {
    await ledger.confirm()
    return repeat(way, tools.log, { message, signal })
  }
  if (gateway.find === undefined) throw unknownAt(gateway, 'no-answer')
  const reference = await findOwn(gateway, gateway.find, { ...sending, since })
  if (reference !== undefined) return { gateway: name, reference }
  if (tools.clock.now() - since < SETTLED_MS) throw new OutcomeUnknown('not-settled')
  return undefined
}

async function repeat(way: Way, log: Logger, sending: Pick<Sending, 'message' | 'signal'>): Promise<Taken> {
  if (!way.circuit.take()) throw new OutcomeUnknown('gateway-left-out')
  try {
    return await sendBy(way, log, sending)
  } catch (error) {
    // This request was refused, but whether the earlier one was accepted is still unknown; final if the gateway
    // accepts no repetition.
    if (error instanceof DeliveryRefused) throw new OutcomeUnknown(error.code, { final: true })
    if (error instanceof GatewayFailed) throw new OutcomeUnknown(error.code)
    throw error
  }
}

async function findOwn(
  { name }: Gateway,
  find: NonNullable<Gateway['find']>,
  { message, signal, ledger, since }: Sending & { since: number },
): Promise<string | undefined> {
  let references: readonly string[]
  try {
    references = await find(message, since, signal)
  } catch (error) {
    throw new OutcomeUnknown(codeOf(error))
  }
  for (const reference of references) if (!(await ledger.isKnown(name, reference))) return reference
  return undefined
}

function unknownAt({ find, repeatable }: Gateway, code: string): OutcomeUnknown {
  return new OutcomeUnknown(code, { final: find === undefined && repeatable === undefined })
}

function codeOf(error: unknown): string {
  if (error instanceof GatewayFailed || error instanceof OutcomeUnknown) return error.code
  return error instanceof Error ? error.name : 'unknown'
}
