/** Title and authors of a text. */
import { type Ast, isAstElement, textOfInlines } from './ast.ts'

export function titleOf(ast: Ast): string {
  return textOfInlines(ast.meta.title).replace(/\s+/g, ' ').trim()
}

/** Several authors are a list, a single one is not. */
export function authorsOf(ast: Ast): string[] {
  const { author } = ast.meta
  const list =
    isAstElement(author) && author.t === 'MetaList' && Array.isArray(author.c) ? author.c : [author]
  return list.map(each => textOfInlines(each).replace(/\s+/g, ' ').trim()).filter(name => name !== '')
}
