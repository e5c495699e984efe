/** Requests to a document helper process and the reports that it returns. */
import type { LanguageId } from '@filesmith/contract/languages'
import type { LanguagePair } from '../sentence-translator.ts'

/** Returns the flows of a Word document as JSON. */
export interface ExtractFlowsRequest {
  readonly kind: 'extract-flows'
  readonly password?: string
}

/** Takes the document followed by the translated flows as JSON. */
export interface ReplaceFlowsRequest extends LanguagePair {
  readonly kind: 'replace-flows'
  readonly password?: string
  readonly documentBytes: number
  /** The document is converted to PDF afterwards: keep the page breaks. */
  readonly keepsPages: boolean
}

/** Returns the text in UTF-8 and reports its encoding. */
export interface ReadTextRequest {
  readonly kind: 'read-text'
  /** Declared language, which narrows down the encoding. */
  readonly language: LanguageId
}

/** Takes text in UTF-8; returns it in the given encoding, or in UTF-8 if that cannot represent it. */
export interface WriteTextRequest {
  readonly kind: 'write-text'
  readonly encoding: string
  readonly hasMark: boolean
}

export type DocumentRequest = ExtractFlowsRequest | ReplaceFlowsRequest | ReadTextRequest | WriteTextRequest

export interface ExtractFlowsReport {
  readonly isProtected: boolean
}

export interface ReadTextReport {
  readonly encoding: string
  readonly hasMark: boolean
}

export interface WriteTextReport {
  /** False if the result is UTF-8 instead. */
  readonly isKept: boolean
}
