/** Server address and API key: from flags, then the environment, then the file saved by `filesmith login`. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { commandLineMessages } from '@filesmith/contract/messages/command-line'
import { z } from 'zod'
import type { Arguments } from '../arguments/read-arguments.ts'
import { UsageError } from '../usage-error.ts'

export interface ServerSettings {
  readonly server: string
  readonly key: string
}

const savedSchema = z.object({ server: z.string(), key: z.string() })

/** Undefined for local conversion. */
export async function readServerSettings({
  isLocal,
  server,
  key,
}: Arguments): Promise<ServerSettings | undefined> {
  if (isLocal) return undefined
  const { FILESMITH_SERVER, FILESMITH_KEY } = process.env
  const saved = await readSaved()
  const address = server ?? (FILESMITH_SERVER || saved?.server)
  if (address === undefined) return undefined
  // Never send a saved key to another server than the one it was saved for.
  const secret = key ?? (FILESMITH_KEY || (saved && isSame(saved.server, address) ? saved.key : undefined))
  if (secret === undefined) throw new UsageError(commandLineMessages.keyNeeded)
  return { server: parseServerUrl(address), key: secret }
}

export function parseServerUrl(text: string): string {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError(commandLineMessages.noAddress(text))
  return url.href
}

export async function saveServerSettings(settings: ServerSettings): Promise<void> {
  const path = settingsPath()
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  // Delete first: `mode` applies to new files only, and an existing one may be readable by other users.
  await rm(path, { force: true })
  await writeFile(path, JSON.stringify(settings, null, 2), { mode: 0o600 })
}

export async function deleteServerSettings(): Promise<void> {
  await rm(settingsPath(), { force: true })
}

async function readSaved(): Promise<ServerSettings | undefined> {
  const text = await readFile(settingsPath(), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  try {
    return savedSchema.parse(JSON.parse(text))
  } catch {
    throw new UsageError(commandLineMessages.settingsBroken(settingsPath()))
  }
}

function settingsPath(): string {
  return join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'filesmith', 'server.json')
}

function isSame(one: string, other: string): boolean {
  return URL.parse(one)?.href === URL.parse(other)?.href
}
