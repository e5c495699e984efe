/** The part `preview.json` of a converted table: its first rows, as text. */
import { z } from 'zod'

export const dataPreviewPart = 'preview.json'
export const maxPreviewRows = 100

export const cellTypes = ['text', 'number', 'boolean', 'date', 'nested', 'binary', 'empty'] as const
export type CellType = (typeof cellTypes)[number]

const tablePreviewSchema = z.object({
  name: z.string(),
  columns: z.array(z.object({ name: z.string(), type: z.enum(cellTypes) })),
  /** Null is a missing value; long cells are cut. */
  rows: z.array(z.array(z.string().nullable())),
  /** Of the whole table. */
  rowCount: z.int().nonnegative(),
  /** Of the whole table, of which the first ones are in `columns`. */
  columnCount: z.int().nonnegative(),
})
export type TablePreview = z.infer<typeof tablePreviewSchema>

export const dataPreviewSchema = z.object({ tables: z.array(tablePreviewSchema) })
export type DataPreview = z.infer<typeof dataPreviewSchema>
