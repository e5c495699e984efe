/** Which server works, if any: flags decide, then the environment, then what `filesmith login` kept. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { commandLineMessages } from '@filesmith/contract/messages/command-line'
import { z } from 'zod'
import type { Arguments } from '../arguments/read-arguments.ts'
import { WrongUse } from '../wrong-use.ts'

export interface ServerSettings {
  readonly server: string
  readonly key: string
}

const keptSchema = z.object({ server: z.string(), key: z.string() })

/** Undefined means this machine. */
export async function readServerSettings({
  isLocal,
  server,
  key,
}: Arguments): Promise<ServerSettings | undefined> {
  if (isLocal) return undefined
  const { FILESMITH_SERVER, FILESMITH_KEY } = process.env
  const kept = await readKept()
  const address = server ?? (FILESMITH_SERVER || kept?.server)
  if (address === undefined) return undefined
  // A key that was kept for one server is nobody else's business.
  const secret = key ?? (FILESMITH_KEY || (kept && isSame(kept.server, address) ? kept.key : undefined))
  if (secret === undefined) throw new WrongUse(commandLineMessages.keyNeeded)
  return { server: toAddress(address), key: secret }
}

export function toAddress(text: string): string {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) throw new WrongUse(commandLineMessages.noAddress(text))
  return url.href
}

export async function keepServerSettings(settings: ServerSettings): Promise<void> {
  const path = settingsPath()
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  // Made anew, so that a file that others could read does not stay so.
  await rm(path, { force: true })
  await writeFile(path, JSON.stringify(settings, null, 2), { mode: 0o600 })
}

export async function forgetServerSettings(): Promise<void> {
  await rm(settingsPath(), { force: true })
}

async function readKept(): Promise<ServerSettings | undefined> {
  const text = await readFile(settingsPath(), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  try {
    return keptSchema.parse(JSON.parse(text))
  } catch {
    throw new WrongUse(commandLineMessages.settingsBroken(settingsPath()))
  }
}

function settingsPath(): string {
  return join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'filesmith', 'server.json')
}

function isSame(one: string, other: string): boolean {
  return URL.parse(one)?.href === URL.parse(other)?.href
}
