/** What a helper for documents is asked to do with the bytes that follow. */
import type { LanguageId } from '@filesmith/contract/languages'
import type { LanguagePair } from '../sentence-translator.ts'

/** Answers the flows of a Word document as JSON. */
export interface TakeFlowsRequest {
  readonly kind: 'take-flows'
  readonly password?: string
}

/** The document, and behind it the translated flows as JSON. */
export interface PutFlowsRequest extends LanguagePair {
  readonly kind: 'put-flows'
  readonly password?: string
  readonly documentBytes: number
  /** The document becomes a PDF: pages should hold what they held. */
  readonly keepsPages: boolean
}

/** Answers the text in UTF-8 and tells how it was written. */
export interface ReadTextRequest {
  readonly kind: 'read-text'
  /** What it is said to be in: most encodings belong to a few languages. */
  readonly language: LanguageId
}

/** The text in UTF-8 comes; it goes out as asked, or in UTF-8 where that cannot hold it. */
export interface WriteTextRequest {
  readonly kind: 'write-text'
  readonly encoding: string
  readonly hasMark: boolean
}

export type DocumentRequest = TakeFlowsRequest | PutFlowsRequest | ReadTextRequest | WriteTextRequest

export interface TakeFlowsReport {
  readonly isProtected: boolean
}

export interface ReadTextReport {
  readonly encoding: string
  readonly hasMark: boolean
}

export interface WriteTextReport {
  /** False when it became UTF-8. */
  readonly isKept: boolean
}
