/** A hostile file, and the bait that such files try to reach. */
import type { FormatId } from '@filesmith/contract/formats'

export const families = ['external', 'bomb', 'polyglot', 'archive', 'script', 'broken'] as const
export type Family = (typeof families)[number]

export interface HostileFile {
  /** What the file attempts. */
  readonly what: string
  readonly family: Family
  /** As a user would upload it; the extension is often wrong. */
  readonly fileName: string
  readonly content: Buffer
  /** Formats that the engine is given instead of the sniffed one, as if format detection had been deceived. */
  readonly declaredAs?: readonly FormatId[]
}

/** Resources of this machine that a file must not reach. Paths are absolute. */
export interface Targets {
  /** `http://127.0.0.1:port`, the same on ::1, and `127.0.0.1:port` of a UDP socket. */
  readonly http: string
  readonly http6: string
  readonly udp: string
  readonly unixSocket: string
  readonly text: string
  readonly image: string
  readonly video: string
  readonly audio: string
  /** The same text, image and video in the folder of another job, relative to a job's own folder. */
  readonly otherJob: { readonly text: string; readonly image: string; readonly video: string }
}

type Content = Buffer | string

export function hostile(
  family: Family,
  what: string,
  fileName: string,
  content: Content,
  declaredAs?: readonly FormatId[],
): HostileFile {
  return { what, family, fileName, content: Buffer.from(content), ...(declaredAs && { declaredAs }) }
}
