/** What a hostile file is, and the bait that such files try to reach. */
import type { FormatId } from '@filesmith/contract/formats'

export const families = ['reach', 'bomb', 'polyglot', 'archive', 'script', 'broken'] as const
export type Family = (typeof families)[number]

export interface HostileFile {
  /** Says what it tries. */
  readonly what: string
  readonly family: Family
  /** As a user would call it: the ending often lies. */
  readonly fileName: string
  readonly content: Buffer
  /** What an engine is told that it is although the content says otherwise: as if the look at it had been fooled. */
  readonly toldAs?: readonly FormatId[]
}

/** Everything of this machine that a file must not get at. Paths are absolute. */
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
  /** The same picture, text and film in the folder of a job beside, as seen from a job's own folder. */
  readonly beside: { readonly text: string; readonly image: string; readonly video: string }
}

type Content = Buffer | string

export function hostile(
  family: Family,
  what: string,
  fileName: string,
  content: Content,
  toldAs?: readonly FormatId[],
): HostileFile {
  return { what, family, fileName, content: Buffer.from(content), ...(toldAs && { toldAs }) }
}
