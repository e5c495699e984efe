/** Which classes of a style sheet mean italic, bold or aligned text; nothing else of a style sheet is used. */
import type { Emphasis } from '../model/clean-page.ts'

const maxStyleLength = 2_000_000

export function readStyleClasses(
  sheets: readonly string[],
): (classes: readonly string[], style: string) => Emphasis {
  const known = new Map<string, Emphasis>()
  for (const sheet of sheets)
    for (const { selectors, declarations } of rulesOf(sheet.slice(0, maxStyleLength))) {
      const found = emphasisOf(declarations)
      if (Object.keys(found).length === 0) continue
      for (const selector of selectors.split(',')) {
        const [, name] = /^\s*[a-z0-9]*\.([\w-]+)\s*$/i.exec(selector) ?? []
        if (name !== undefined) known.set(name, { ...known.get(name), ...found })
      }
    }
  return (classes, style) =>
    Object.assign({}, ...classes.map(name => known.get(name) ?? {}), emphasisOf(style))
}

/** Also those inside of a rule such as @media. An unfinished comment reaches to the end. */
function rulesOf(sheet: string): { readonly selectors: string; readonly declarations: string }[] {
  const blocks = sheet.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, '').split('}')
  return blocks.flatMap(block => {
    const brace = block.lastIndexOf('{')
    const selectors = block.slice(block.lastIndexOf('{', brace - 1) + 1, Math.max(0, brace))
    return selectors === '' ? [] : [{ selectors, declarations: block.slice(brace + 1) }]
  })
}

function emphasisOf(declarations: string): Emphasis {
  const align = /text-align\s*:\s*(center|right)/i.exec(declarations)?.[1]?.toLowerCase()
  return {
    ...(/font-style\s*:\s*(?:italic|oblique)/i.test(declarations) && { italic: true }),
    ...(/font-weight\s*:\s*(?:bold|[6-9]00)/i.test(declarations) && { bold: true }),
    ...(align === 'center' && { align: 'center' as const }),
    ...(align === 'right' && { align: 'right' as const }),
  }
}
