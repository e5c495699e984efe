/** Options of a request that come from places on pages. */
import type { PdfStamp } from '@filesmith/contract/operations/pdf/stamp-pdf'
import type { FieldValues, WorkbenchAction } from '../actions/workbench-action.ts'
import type { WorkPage } from '../model/page-workspace.ts'
import type { Signature } from '../signature/signature.ts'
import { fitInto, listPlaces, type Place, percentRatio, rotateArea, seenPageRatio } from './place.ts'

export interface Placed {
  readonly places: readonly Place[]
  readonly signature: Signature | undefined
}

/** Four decimals of a percent are less than a thousandth of a point. */
const round = (percent: number) => Math.round(percent * 10_000) / 10_000

export function placedOptions(
  { placing }: Pick<WorkbenchAction, 'placing'>,
  { places, signature }: Placed,
  pages: readonly WorkPage[],
  values: FieldValues,
): object {
  if (placing === 'mark')
    return {
      areas: listPlaces(places, 'mark', pages).map(({ place, page, position }) => {
        const { x, y, width, height } = rotateArea(place.area, page.rotation)
        return {
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
      stamps: listPlaces(places, 'stamp', pages).map(({ place, page, position }) => {
        const { x, y, width } = seenStamp(place, page, signature)
        const further = String(values.onPages ?? '').trim()
        return {
          ...drawingOf(signature),
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
