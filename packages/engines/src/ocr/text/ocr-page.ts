/** OCR result of a page before it is written as text: words with positions in points. */

export interface OcrWord {
  readonly text: string
  /** In points from the top left corner of the deskewed page. */
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly baseline: number
  readonly size: number
  /** 0 to 100. */
  readonly confidence: number
  /** Shared by the words of a line. */
  readonly line: string
  /** Number of the text block in Tesseract's reading order; undefined if the layout was not analyzed. */
  readonly block?: number
  /** Not separated from the previous word by a space. */
  readonly isGlued?: boolean
  /** Writing direction in degrees clockwise, if not left to right. */
  readonly angle?: number
}

export interface OcrPage {
  /** From 1. */
  readonly page: number
  /** Of the deskewed page, in points. */
  readonly width: number
  readonly height: number
  readonly hasTextLayer: boolean
  /** Skipped because it timed out. */
  readonly isUnread?: boolean
  /** Parts of its image could not be read. */
  readonly isDamaged?: boolean
  readonly languages: readonly string[]
  readonly words: readonly OcrWord[]
  /** Preview image; undefined if there is none. */
  readonly preview?: { readonly name: string; readonly width: number; readonly height: number } | undefined
  /** Maps the deskewed page to the page of the file. */
  readonly placement: PagePlacement
}

export interface PagePlacement {
  /** Clockwise rotation that makes the page of the file upright. */
  readonly rotation: 0 | 90 | 180 | 270
  /** Of the upright page, in points. */
  readonly width: number
  readonly height: number
  /** Clockwise skew that was corrected. */
  readonly skewDegrees: number
}
