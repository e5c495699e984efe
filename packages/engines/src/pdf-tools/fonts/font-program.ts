/** An embedded font program: which glyphs it has, how codes select them, how wide they are. */
export interface FontProgram {
  readonly kind: 'truetype' | 'cff' | 'type1'
  readonly glyphCount: number
  /** In thousandths of the em; undefined without such a glyph. */
  width(glyph: number): number | undefined
  glyphByName(name: string): number | undefined
  /** By the encoding of the program itself. */
  glyphByCode(code: number): number | undefined
  /** CID of a CID-keyed program, otherwise the number of the glyph. */
  glyphByCid(cid: number): number | undefined
  /** Of a TrueType program. */
  readonly cmaps: readonly CharacterMap[]
}

export interface CharacterMap {
  readonly platform: number
  readonly encoding: number
  /** Glyphs by character; glyph 0 is left out. */
  readonly glyphs: ReadonlyMap<number, number>
}
