/** The Audio Suite of the tools hub: its converter. Only the home page has a wait before it. */
import { homeAudio } from './home-audio.ts'
import { defineTool } from './tool.ts'

export const hubAudio = defineTool({ ...homeAudio, id: 'hub-audio', waitSeconds: 0 })
