/** The Audio Extractor of the tools hub; its file is another one than that of the home page. */
import { homeExtract } from './home-extract.ts'
import { defineTool } from './tool.ts'

export const hubExtract = defineTool({ ...homeExtract, id: 'hub-extract' })
