/** Superscripts and subscripts as characters, which Markdown needs no markup for. */

const signs = { super: '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ', sub: '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₙ' } as const
const plain = '0123456789+-=()n'

/** Undefined if a character has no raised or lowered form. */
export function scriptCharacters(text: string, script: 'super' | 'sub'): string | undefined {
  const written = [...text.replaceAll('−', '-')].map(sign => {
    const at = plain.indexOf(sign)
    return at >= 0 ? signs[script][at] : /[\s,]/.test(sign) ? sign : undefined
  })
  return written.includes(undefined) ? undefined : written.join('')
}
