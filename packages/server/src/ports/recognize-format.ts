/** Recognizes the format of a file by its first bytes and a second part, where no content can stop this process. */
import type { FormatId } from '@filesmith/contract/formats'

/** Undefined if it is unknown or unreadable. */
export type RecognizeFormat = (head: Uint8Array, tail: Uint8Array) => Promise<FormatId | undefined>
