/** Options of a request that come from places on pages. */
import type { PdfStamp } from '@filesmith/contract/operations/pdf/stamp-pdf'
import type { FieldValues, WorkbenchAction } from '../actions/workbench-action.ts'
import type { WorkDocument, WorkPage } from '../model/page-workspace.ts'
import type { Signature } from '../signature/signature.ts'
import {
  fitInto,
  listPlaces,
  type Place,
  type PlaceKind,
  percentRatio,
  rotateArea,
  seenPageRatio,
} from './place.ts'

export interface Placed {
  readonly places: readonly Place[]
  readonly signature: Signature | undefined
  /** An image that an action draws. */
  readonly watermark?: Signature | undefined
}

/** Four decimals of a percent are less than a thousandth of a point. */
const round = (percent: number) => Math.round(percent * 10_000) / 10_000

export function placedOptions(
  { placing }: Pick<WorkbenchAction, 'placing'>,
  { places, signature }: Placed,
  documents: readonly Pick<WorkDocument, 'pages'>[],
  values: FieldValues,
): object {
  if (placing === 'mark')
    return {
      areas: listPlacesOf(documents, places, 'mark').map(({ place, page, position, document }) => {
        const { x, y, width, height } = rotateArea(place.area, page.rotation)
        return {
          ...document,
          page: position,
          x: round(x),
          y: round(y),
          width: round(width),
          height: round(height),
          unit: 'percent',
        }
      }),
    }
  if (placing === 'stamp' && signature)
    return {
      stamps: listPlacesOf(documents, places, 'stamp').map(({ place, page, position, document }) => {
        const { x, y, width } = seenStamp(place, page, signature)
        const further = String(values.onPages ?? '').trim()
        return {
          ...drawingOf(signature),
          ...document,
          onPages: further === '' ? String(position) : `${position}, ${further}`,
          x: round(x),
          y: round(y),
          width: round(width),
          unit: 'percent',
        } satisfies Partial<PdfStamp>
      }),
    }
  return {}
}

/** With the number of the document where there are several, and the position within it. */
function listPlacesOf(
  documents: readonly Pick<WorkDocument, 'pages'>[],
  places: readonly Place[],
  kind: PlaceKind,
) {
  return documents.flatMap(({ pages }, index) =>
    listPlaces(places, kind, pages).map(listed => ({
      ...listed,
      document: documents.length > 1 ? { document: index + 1 } : {},
    })),
  )
}

/** Upright on the page as it is seen. */
export function seenStamp(place: Place, { rotation }: Pick<WorkPage, 'rotation'>, signature: Signature) {
  const ratio = percentRatio(signature.width / signature.height, seenPageRatio(place, rotation))
  return fitInto(rotateArea(place.area, rotation), ratio)
}

function drawingOf(signature: Signature): Partial<PdfStamp> {
  if (signature.kind === 'image') return { image: 1 }
  const { path, width, height, strokeWidth, color } = signature
  return { path, pathWidth: width, pathHeight: height, strokeWidth, color }
}
