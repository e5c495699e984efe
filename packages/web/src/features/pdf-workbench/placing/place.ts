/**
 * Places on pages: areas to remove, and where a signature is put. In percent of the page as its file shows it, so that they stay
 * on their content when the page is rotated, and need neither its boxes nor its units.
 */
import { type PageRotation, rotationOf } from '@filesmith/contract/pdf/page-list'
import { z } from 'zod'
import type { Area } from '../../../lib/area-frame/area.ts'
import type { WorkPage } from '../model/page-workspace.ts'

/** Width and height in points. */
export interface PageSize {
  readonly width: number
  readonly height: number
}

export type PlaceKind = 'mark' | 'stamp'

export interface Place {
  readonly id: string
  readonly kind: PlaceKind
  /** Id of the page. */
  readonly page: string
  readonly area: Area
  /** Width of the page divided by its height, as its file shows it. */
  readonly pageRatio: number
}

/** The page as it is seen, rotated clockwise. */
export function rotateArea(area: Area, rotation: PageRotation): Area {
  const { x, y, width, height } = area
  switch (rotation) {
    case 0:
      return area
    case 90:
      return { x: 100 - y - height, y: x, width: height, height: width }
    case 180:
      return { ...area, x: 100 - x - width, y: 100 - y - height }
    case 270:
      return { x: y, y: 100 - x - width, width: height, height: width }
  }
}

export function rotateSize({ width, height }: PageSize, rotation: PageRotation): PageSize {
  return rotation % 180 === 0 ? { width, height } : { width: height, height: width }
}

/** Back from the page as it is seen. */
export function unrotateArea(area: Area, rotation: PageRotation): Area {
  return rotateArea(area, rotationOf(-rotation))
}

/** The largest area with this aspect ratio (in percent) inside, around the same center. */
export function fitInto(area: Area, ratio: number): Area {
  const width = Math.min(area.width, area.height * ratio)
  const height = width / ratio
  return { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height }
}

/** Aspect ratio in percent of a page of what has this ratio in points. */
export function percentRatio(ratio: number, pageRatio: number): number {
  return ratio / pageRatio
}

export function seenPageRatio({ pageRatio }: Pick<Place, 'pageRatio'>, rotation: PageRotation): number {
  return rotation % 180 === 0 ? pageRatio : 1 / pageRatio
}

/** Places of pages that are still there, with the position of the page from 1, in this order. */
export function listPlaces(
  places: readonly Place[],
  kind: PlaceKind,
  pages: readonly WorkPage[],
): readonly { readonly place: Place; readonly page: WorkPage; readonly position: number }[] {
  return pages.flatMap((page, index) =>
    places.flatMap(place =>
      place.kind === kind && place.page === page.id ? [{ place, page, position: index + 1 }] : [],
    ),
  )
}

const savedPlacesSchema = z.array(
  z.object({
    kind: z.enum(['mark', 'stamp']),
    page: z.string().optional(),
    /** From 1, over all documents: as it was saved before pages kept their ids. */
    position: z.int().min(1).optional(),
    area: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
    pageRatio: z.number().positive(),
  }),
)

/** Also those of removed pages, which undoing brings back. */
export function writePlaces(places: readonly Place[]): string {
  return JSON.stringify(
    places.map(({ kind, page, area, pageRatio }) => ({ kind, page, area, pageRatio })) satisfies z.input<
      typeof savedPlacesSchema
    >,
  )
}

/** Nothing if the text cannot be read. */
export function readPlaces(text: string | undefined, pages: readonly WorkPage[]): readonly Place[] {
  try {
    return savedPlacesSchema.parse(JSON.parse(text ?? '')).flatMap(({ position = 0, ...saved }) => {
      const page = saved.page ?? pages[position - 1]?.id
      return page === undefined ? [] : [{ ...saved, id: crypto.randomUUID(), page }]
    })
  } catch {
    return []
  }
}
