/** The crop of a page as its four margins in millimeters, which the form shows, and as an area on the page. */
import { type Area, clamp } from '../../../lib/area-frame/area.ts'
import type { FieldValues } from '../actions/workbench-action.ts'
import type { PageSize } from './place.ts'

const pointsPerMillimeter = 72 / 25.4
const sides = ['top', 'right', 'bottom', 'left'] as const

/** Percent; a smaller area could not be grabbed. */
const minSide = 1

/** In percent of the page as it is seen. */
export function areaOfMargins(values: FieldValues, seen: PageSize): Area {
  const percent = (side: (typeof sides)[number], length: number) => {
    const millimeters = Number(values[side])
    return Number.isFinite(millimeters) ? ((millimeters * pointsPerMillimeter) / length) * 100 : 0
  }
  const x = clamp(percent('left', seen.width), 0, 100 - minSide)
  const y = clamp(percent('top', seen.height), 0, 100 - minSide)
  return {
    x,
    y,
    width: clamp(100 - x - percent('right', seen.width), minSide, 100 - x),
    height: clamp(100 - y - percent('bottom', seen.height), minSide, 100 - y),
  }
}

export function marginsOfArea({ x, y, width, height }: Area, seen: PageSize): FieldValues {
  // Two decimals, so that many small steps do not add up to a visible error.
  const millimeters = (percent: number, length: number) =>
    String(Math.max(0, Math.round((percent * length) / pointsPerMillimeter) / 100))
  return {
    top: millimeters(y, seen.height),
    right: millimeters(100 - x - width, seen.width),
    bottom: millimeters(100 - y - height, seen.height),
    left: millimeters(x, seen.width),
  }
}
