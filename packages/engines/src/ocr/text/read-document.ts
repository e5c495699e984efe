/** What was read of a file, page by page, before it becomes text: words with places in points. */

export interface ReadWord {
  readonly text: string
  /** In points from the upper left corner of the straightened page. */
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly baseline: number
  readonly size: number
  /** 0 to 100. */
  readonly confidence: number
  /** Words of one line share it. */
  readonly line: string
  /** No space stands before it. */
  readonly isGlued?: boolean
  /** Degrees clockwise it runs in, where that is not to the right. */
  readonly angle?: number
}

export interface ReadPage {
  /** From 1. */
  readonly page: number
  /** Of the straightened page, in points. */
  readonly width: number
  readonly height: number
  readonly hasTextLayer: boolean
  /** It took too long and was left out. */
  readonly isUnread?: boolean
  readonly languages: readonly string[]
  readonly words: readonly ReadWord[]
  /** The picture that shows the page, in pixels; undefined where there is none. */
  readonly view?: { readonly name: string; readonly width: number; readonly height: number } | undefined
  /** How the straightened page lies on the page of the file. */
  readonly place: PagePlace
}

export interface PagePlace {
  /** Quarter turns clockwise that make the page of the file upright. */
  readonly turn: 0 | 90 | 180 | 270
  /** Of the upright page, in points. */
  readonly width: number
  readonly height: number
  /** Degrees clockwise it was turned before it was straightened. */
  readonly skewDegrees: number
}
