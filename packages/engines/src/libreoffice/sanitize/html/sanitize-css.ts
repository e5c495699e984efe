/**
 * Sanitizes CSS by allow lists of at-rules, properties and functions. Works on tokens, so that escapes (`u\72l(`,
 * `@\69mport`) are decoded before anything is decided, and serializes every token, so that no other parser sees escapes.
 */
import { type CSSToken, TokenType, tokenize } from '@csstools/css-tokenizer'
import { allowedFunctions, allowedProperties, allowedRules, allowedSelectorFunctions } from './allowed-css.ts'

/** Returns a safe version of a URL (a data URL, serialized again), or undefined. */
export type SafeUrl = (address: string) => string | undefined

export interface CssSanitizer {
  /** A whole style sheet. `<` and `&` never appear in the result, so HTML and SVG parse it the same way. */
  styleSheet(css: string): string
  /** The content of a `style` attribute. */
  declarations(css: string): string
  /** One value, as in SVG attributes; undefined if something in it is disallowed. */
  value(css: string): string | undefined
}

/** Cache, because programs write the same attribute thousands of times. */
const [maxCached, maxCachedLength] = [500, 200]

export function createCssSanitizer(safeUrl: SafeUrl): CssSanitizer {
  const cache = new Map<string, string>()

  function declarations(css: string): string {
    const before = cache.get(css)
    if (before !== undefined) return before
    const sanitized = new CssReader(css, safeUrl).declarations(false)
    if (css.length <= maxCachedLength) {
      if (cache.size >= maxCached) cache.clear()
      cache.set(css, sanitized)
    }
    return sanitized
  }

  function value(css: string): string | undefined {
    const written = tokensOf(css).map(token => writeToken(token, allowedFunctions, safeUrl))
    return written.includes(undefined) ? undefined : written.join('')
  }

  return { styleSheet: css => new CssReader(css, safeUrl).rules(), declarations, value }
}

function tokensOf(css: string): CSSToken[] {
  return joinUrlFunctions(tokenize({ css }).filter(([type]) => type !== TokenType.EOF))
}

/** `url("...")` is a function with a string, `url(...)` a single token: both become the latter. */
function joinUrlFunctions(tokens: readonly CSSToken[]): CSSToken[] {
  const joined: CSSToken[] = []
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]
    if (token === undefined) continue
    if (token[0] !== TokenType.Function || token[4].value.toLowerCase() !== 'url') {
      joined.push(token)
      continue
    }
    let inner = at + 1
    while (isBlank(tokens[inner])) inner++
    const text = tokens[inner]
    let close = inner + 1
    while (isBlank(tokens[close])) close++
    // Anything else in it (modifiers, a missing end) leaves the function as it is, which is disallowed.
    if (text?.[0] !== TokenType.String || tokens[close]?.[0] !== TokenType.CloseParen) joined.push(token)
    else {
      joined.push([TokenType.URL, '', token[2], token[3], { value: text[4].value }])
      at = close
    }
  }
  return joined
}

function isBlank(token: CSSToken | undefined): boolean {
  return token?.[0] === TokenType.Whitespace || token?.[0] === TokenType.Comment
}

class CssReader {
  readonly #tokens: readonly CSSToken[]
  readonly #safeUrl: SafeUrl
  #at = 0

  constructor(css: string, safeUrl: SafeUrl) {
    this.#tokens = tokensOf(css)
    this.#safeUrl = safeUrl
  }

  rules(): string {
    const written: string[] = []
    let depth = 0
    while (this.#at < this.#tokens.length) {
      const type = this.#tokens[this.#at]?.[0]
      if (type === TokenType.CloseCurly) {
        this.#at++
        if (depth > 0) written.push('}\n')
        depth = Math.max(0, depth - 1)
      } else if (type === TokenType.AtKeyword) {
        const { text, isOpen } = this.#atRule()
        written.push(text)
        if (isOpen) depth++
      } else if (isBlank(this.#tokens[this.#at]) || type === TokenType.CDO || type === TokenType.CDC)
        this.#at++
      else written.push(this.#styleRule())
    }
    return written.join('') + '}\n'.repeat(depth)
  }

  /** `isOpen`: rules follow inside of it. */
  #atRule(): { text: string; isOpen: boolean } {
    const keyword = this.#tokens[this.#at++]
    const name = keyword?.[0] === TokenType.AtKeyword ? keyword[4].value.toLowerCase() : ''
    const kind = allowedRules.get(name)
    const prelude = this.#enterBlock(kind !== undefined)
    if (prelude === undefined) return { text: '', isOpen: false }
    const head = `@${name}${prelude}{`
    return kind === 'rules'
      ? { text: head, isOpen: true }
      : { text: `${head}${this.declarations(true)}}\n`, isOpen: false }
  }

  #styleRule(): string {
    const prelude = this.#enterBlock(true)
    return prelude === undefined ? '' : `${prelude}{${this.declarations(true)}}\n`
  }

  /** The prelude of a block; undefined without a block, or if it is skipped. */
  #enterBlock(isAllowed: boolean): string | undefined {
    const prelude = this.#readPrelude()
    const hasBlock = this.#tokens[this.#at]?.[0] === TokenType.OpenCurly
    const isEntered = hasBlock && isAllowed && prelude !== undefined
    if (hasBlock && !isEntered) this.#skipBlock()
    else if (hasBlock || this.#tokens[this.#at]?.[0] === TokenType.Semicolon) this.#at++
    return isEntered ? prelude : undefined
  }

  /** Up to `{`, `;` or `}`; undefined if it contains tokens that are disallowed in a selector or a condition. */
  #readPrelude(): string | undefined {
    const written: string[] = []
    let isClean = true
    for (; this.#at < this.#tokens.length; this.#at++) {
      const token = this.#tokens[this.#at]
      if (token === undefined || isOneOf(token, blockEnds)) break
      const text = this.#isGlued(this.#at)
        ? undefined
        : writeToken(token, allowedSelectorFunctions, this.#safeUrl)
      if (text === undefined || token[0] === TokenType.URL) isClean = false
      else written.push(text)
    }
    return isClean ? written.join('') : undefined
  }

  /** `#aurl(` and `1url(` are two tokens, but a function for a lax parser. */
  #isGlued(place: number): boolean {
    const before = this.#tokens[place - 1]
    return (
      this.#tokens[place]?.[0] === TokenType.OpenParen && before !== undefined && /[\w-]$/.test(before[1])
    )
  }

  #skipBlock(): void {
    let depth = 0
    for (; this.#at < this.#tokens.length; this.#at++) {
      const type = this.#tokens[this.#at]?.[0]
      if (type === TokenType.OpenCurly) depth++
      else if (type === TokenType.CloseCurly && --depth === 0) {
        this.#at++
        return
      }
    }
  }

  /** Declarations up to the end of their block; nested rules are removed. */
  declarations(isInBlock: boolean): string {
    const kept: string[] = []
    while (this.#at < this.#tokens.length) {
      const type = this.#tokens[this.#at]?.[0]
      if (type === TokenType.CloseCurly && isInBlock) {
        this.#at++
        break
      }
      if (isBlank(this.#tokens[this.#at]) || type === TokenType.Semicolon || type === TokenType.CloseCurly)
        this.#at++
      else if (type === TokenType.AtKeyword) {
        this.#readPrelude()
        if (this.#tokens[this.#at]?.[0] === TokenType.OpenCurly) this.#skipBlock()
      } else {
        const declaration = this.#readDeclaration()
        if (declaration !== undefined) kept.push(declaration)
      }
    }
    return kept.join(';')
  }

  #readDeclaration(): string | undefined {
    const first = this.#tokens[this.#at]
    const name = first?.[0] === TokenType.Ident ? first[4].value : ''
    this.#at++
    while (isBlank(this.#tokens[this.#at])) this.#at++
    const hasColon = this.#tokens[this.#at]?.[0] === TokenType.Colon
    const written: string[] = []
    let isClean = hasColon && (name.startsWith('--') || allowedProperties.has(name.toLowerCase()))
    for (; this.#at < this.#tokens.length; this.#at++) {
      const token = this.#tokens[this.#at]
      if (token === undefined || token[0] === TokenType.Semicolon || token[0] === TokenType.CloseCurly) break
      if (token[0] === TokenType.OpenCurly) {
        // A nested rule, or a value of braces: both are removed.
        this.#skipBlock()
        return undefined
      }
      const text =
        isClean && !this.#isGlued(this.#at) ? writeToken(token, allowedFunctions, this.#safeUrl) : undefined
      if (text === undefined) isClean = false
      else written.push(text)
    }
    const property = name.startsWith('--') ? writeIdent(name) : name.toLowerCase()
    return isClean ? `${property}${written.join('').trimEnd()}` : undefined
  }
}

const blockEnds = new Set<TokenType>([TokenType.OpenCurly, TokenType.CloseCurly, TokenType.Semicolon])

function isOneOf([type]: CSSToken, types: ReadonlySet<TokenType>): boolean {
  return types.has(type)
}

/** Known units, and `2n-1` of selectors. */
const units =
  /^(?:em|ex|ch|cap|ic|r?lh|rem|[sld]?v(?:w|h|i|b|min|max)|cq(?:w|h|i|b|min|max)|cm|mm|q|in|p[tcx]|deg|g?rad|turn|m?s|k?hz|dp(?:i|cm|px)|x|fr|n(?:-\d*)?)$/i

/** Serializes the token from its value; undefined if it is disallowed. */
function writeToken(token: CSSToken, functions: ReadonlySet<string>, safeUrl: SafeUrl): string | undefined {
  switch (token[0]) {
    case TokenType.URL: {
      const { value } = token[4]
      const address = /^#[\w.:-]*$/.test(value) ? value : safeUrl(value)
      return address === undefined ? undefined : `url("${address}")`
    }
    case TokenType.BadURL:
    case TokenType.BadString:
    case TokenType.CDO:
    case TokenType.CDC:
    case TokenType.AtKeyword:
      return undefined
    case TokenType.Function: {
      const name = token[4].value.toLowerCase()
      return functions.has(name) ? `${writeIdent(name)}(` : undefined
    }
    case TokenType.Ident:
      return writeIdent(token[4].value)
    case TokenType.Hash:
      return `#${escaped(token[4].value)}`
    case TokenType.String:
      return `"${token[4].value.replace(/["\\<&\n\r\f\0]/g, escapeCharacter)}"`
    case TokenType.Dimension:
      // A lax parser could take an unknown unit and what follows it as a function.
      return units.test(token[4].unit) ? `${token[4].value}${writeUnit(token[4].unit)}` : undefined
    // Replaced by an empty comment, because it separates tokens.
    case TokenType.Comment:
      return '/**/'
    case TokenType.Whitespace:
      return ' '
    case TokenType.Delim:
      return token[4].value === '<' || token[4].value === '&' || token[4].value === '\\'
        ? undefined
        : token[4].value
    default:
      return token[1]
  }
}

function writeIdent(value: string): string {
  return escaped(value).replace(
    /^(-?)(\d)/,
    (_, dash: string, digit: string) => `${dash}${escapeCharacter(digit)}`,
  )
}

/** A unit that starts like an exponent would be parsed as part of the number. */
function writeUnit(unit: string): string {
  return /^e[-+]?\d/i.test(unit) ? escapeCharacter(unit.charAt(0)) + escaped(unit.slice(1)) : writeIdent(unit)
}

function escaped(value: string): string {
  return value.replace(/[^\w\u0080-\uffff-]/g, escapeCharacter)
}

function escapeCharacter(character: string): string {
  return `\\${(character.codePointAt(0) || 0xfffd).toString(16)} `
}
