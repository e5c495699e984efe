/** Normalizes glyph text: expands ligatures and presentation forms, and maps private-use bullets. */

/** Symbol fonts use the private use area at 0xF000 plus the character code. */
const symbolCharacters: Readonly<Record<number, string>> = {
  183: '•',
  167: '▪',
  168: '◻',
  118: '❖',
  216: '➢',
  252: '✓',
  111: '□',
  110: '■',
  113: '❑',
  45: '-',
  224: '→',
}

const presentationForms = /[\uFB00-\uFB06\uFB13-\uFB17\uFB1D-\uFDFF\uFE70-\uFEFE]/

export function glyphText(unicode: string): string {
  let text = ''
  for (const character of unicode) {
    const code = character.codePointAt(0) ?? 0
    if (code >= 0xf000 && code <= 0xf0ff) text += symbolCharacters[code - 0xf000] ?? '•'
    else if (code === 0xad) text += '-'
    else if (presentationForms.test(character)) text += character.normalize('NFKC')
    else if (code >= 0x20 && code !== 0x7f && code !== 0xfeff && code !== 0xfffe && code !== 0xffff)
      text += character
  }
  return text
}

const rightToLeft = /[\u0590-\u08FF]/

/** In visual order: an Arabic ligature has its first letter on the right. */
export function drawnText(unicode: string): string {
  const text = glyphText(unicode)
  return text.length > 1 && rightToLeft.test(text) ? [...text].reverse().join('') : text
}

export function isSpace(text: string): boolean {
  return text.length > 0 && text.trim() === ''
}
