/** Literals and matches of a range, in order. */
import { mainSymbols } from './symbols.ts'

export interface Tokens {
  /** Symbols of the main alphabet; `firstLength` for all matches with a new distance. */
  readonly symbols: Uint16Array
  readonly lengths: Uint16Array
  readonly distances: Int32Array
  count: number
}

export function createTokens(capacity: number): Tokens {
  return {
    symbols: new Uint16Array(capacity),
    lengths: new Uint16Array(capacity),
    distances: new Int32Array(capacity),
    count: 0,
  }
}

export function addLiteral(tokens: Tokens, byte: number): void {
  tokens.symbols[tokens.count] = byte
  tokens.count += 1
}

export function addMatch(tokens: Tokens, length: number, distance: number): void {
  tokens.symbols[tokens.count] = mainSymbols.firstLength
  tokens.lengths[tokens.count] = length
  tokens.distances[tokens.count] = distance
  tokens.count += 1
}

export function addRepeat(tokens: Tokens, length: number, which: number): void {
  tokens.symbols[tokens.count] = mainSymbols.repeatDistance + which
  tokens.lengths[tokens.count] = length
  tokens.count += 1
}

export function addRepeatAll(tokens: Tokens): void {
  tokens.symbols[tokens.count] = mainSymbols.repeatAll
  tokens.count += 1
}
