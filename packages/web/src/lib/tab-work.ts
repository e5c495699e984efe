/**
 * Work that is nowhere on the server, such as a text to translate, in sessionStorage: it survives leaving the page and a
 * reload, but only in this tab, because it is user content.
 */
import type { z } from 'zod'
import { removeAllLocalFiles } from './local-files.ts'
import { storageOwner } from './site-address.ts'

const prefix = `${storageOwner}.tab.`

/** Begins names in localStorage of what is only for one person, such as a signature. */
export const personalPrefix = `${storageOwner}.personal.`

export function readTabWork<Schema extends z.ZodType>(
  id: string,
  schema: Schema,
): z.infer<Schema> | undefined {
  try {
    return schema.parse(JSON.parse(sessionStorage.getItem(prefix + id) ?? 'null'))
  } catch {
    return undefined
  }
}

/** Undefined removes it. */
export function saveTabWork(id: string, work: object | undefined): void {
  try {
    if (work) sessionStorage.setItem(prefix + id, JSON.stringify(work))
    else sessionStorage.removeItem(prefix + id)
  } catch {
    // Storage may be full or disabled: the work is lost on a reload then.
  }
}

/** On sign-out, so that the next user of the device does not see it. */
export function clearTabWork(): void {
  void removeAllLocalFiles()
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
    for (const key of Object.keys(localStorage))
      if (key.startsWith(personalPrefix)) localStorage.removeItem(key)
  } catch {
    // Without storage nothing was saved either.
  }
}
