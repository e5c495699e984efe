/**
 * Remembers browsers that signed in to an account, so that a brute-force attack from elsewhere cannot lock its owner
 * out.
 */
import { knownDeviceDays } from '@filesmith/contract/retention'
import type { KnownDevice, KnownDeviceStore } from '../../ports/known-device-store.ts'
import { hashToken, makeToken } from './make-token.ts'

const dayMs = 24 * 60 * 60 * 1000
const maxDevicesPerAccount = 20

export interface KnownDeviceDeps {
  readonly knownDevices: KnownDeviceStore
}

/** Network and device of a sign-in. */
export interface SignInOrigin {
  readonly network: string
  /** From the cookie that was set when the browser last signed in to any account. */
  readonly deviceToken: string | undefined
}

/**
 * Queries for unknown accounts as well, so that response time does not reveal whether one exists (user enumeration).
 */
export async function findKnownDevice(
  deps: KnownDeviceDeps,
  token: string | undefined,
  accountId: string | undefined,
): Promise<KnownDevice | undefined> {
  if (token === undefined) return undefined
  return deps.knownDevices.find(hashToken(token), accountId ?? '', new Date())
}

/** Call only after a complete sign-in or a password reset by mail. Returns the token for the cookie. */
export async function rememberDevice(
  deps: KnownDeviceDeps,
  accountId: string,
  device: {
    readonly token: string | undefined
    readonly sessionId: string | null
    readonly hasSecondFactor: boolean
  },
): Promise<string> {
  const token = device.token ?? makeToken().token
  const known = await findKnownDevice(deps, token, accountId)
  const now = new Date()
  const record: KnownDevice = {
    tokenHash: hashToken(token),
    accountId,
    sessionId: device.sessionId,
    secondFactorAt: device.hasSecondFactor ? now : (known?.secondFactorAt ?? null),
    usedAt: now,
    expiresAt: new Date(now.getTime() + knownDeviceDays * dayMs),
  }
  await deps.knownDevices.remember(record, maxDevicesPerAccount)
  return token
}
