import { thumbprint } from '../../src/kernel/jwt/public-key.ts'
import type { Place } from '../engines.ts'
import { type RunningApp, startApp } from '../harness.ts'
import type { Device } from '../issuer/device.ts'
import { createSigner } from '../ledger.ts'
import type { Dice } from '../seed.ts'

/** What the issuer must know of a key. */
export type KnownKey = {
  readonly name: string | null
  readonly kind: 'person' | 'application'
  readonly since: string
  /** Shown once, and only for a fresh token. */
  readonly secret: string | undefined
  revoked: boolean
  etag: string | undefined
}

/** What the product must answer from, in the simplest words. */
export type KeyModel = { readonly keys: Map<number, KnownKey> }

/** The product, and the key pairs that a run registers. */
export type KeyWorld = {
  app: RunningApp
  readonly place: Place
  device(index: number): Device
  restart(): Promise<void>
}

export function createWorld(place: Place, app: RunningApp, dice: Dice): KeyWorld {
  const devices = new Map<number, Device>()
  return {
    app,
    place,
    device(index) {
      const known = devices.get(index)
      if (known !== undefined) return known
      const signer = createSigner(dice.bytes(32))
      const device = { ...signer, fingerprint: thumbprint(signer.jwk), raw: signer.jwk.x }
      devices.set(index, device)
      return device
    },
    async restart() {
      const { clock } = this.app
      await this.app.app.stop()
      this.app = await startApp(place, { clock, settings: { LANYARD_RATE: 'off' } })
    },
  }
}
