/** What the dialog asks for one file, or for all files of a kind. */
import { type FileKind, type FormatId, formats } from '@filesmith/contract/formats'
import { anyFileMessages } from '@filesmith/contract/messages/any-file'
import { mostWanted } from '@filesmith/contract/most-wanted'
import type { ChosenFile } from './file-choice.ts'
import type { TargetQuestion } from './target-dialog.tsx'
import type { Targets } from './use-targets.ts'

/** The number of formats that are suggested before the others. */
const maxWanted = 4

export function questionAboutFile(file: ChosenFile, targets: Targets): TargetQuestion {
  const { name, named, outputs, choice } = file
  const { refusalOf, labelOf, controlsOf, problemOf } = targets
  return {
    title: `${anyFileMessages.becomes}: ${name}`,
    outputs,
    wanted: mostWanted(named, outputs).slice(0, maxWanted),
    kind: formats[named].kind,
    to: choice.to,
    options: choice.options,
    refusalOf: to => refusalOf(file, to),
    labelOf: to => labelOf(file, to),
    controlsOf: to => controlsOf(file, to),
    problemOf: (to, options) => problemOf(file, to, options),
  }
}

export function questionAboutKind(
  kind: FileKind,
  files: readonly [ChosenFile, ...ChosenFile[]],
  { refusalOf, labelOf, controlsOf, problemOf }: Targets,
): TargetQuestion {
  const outputs = [...new Set(files.flatMap(file => file.outputs))]
  const firstFor = (to: FormatId) => filesFor(files, to)[0] ?? files[0]
  const [to, ...others] = new Set(files.map(({ choice }) => choice.to))
  return {
    title: anyFileMessages.kindTo(kind),
    outputs,
    wanted: mostWanted(commonFormat(files), outputs).slice(0, maxWanted),
    kind,
    to: others.length > 0 ? undefined : to,
    options: {},
    refusalOf: output => refusalOf(firstFor(output), output),
    labelOf: output => labelOf(firstFor(output), output),
    controlsOf: output => controlsOf(firstFor(output), output),
    problemOf: (output, options) => problemOf(firstFor(output), output, options),
    noteOf: output => {
      const count = filesFor(files, output).length
      return count === files.length ? undefined : anyFileMessages.bulkPart(count, files.length)
    },
  }
}

/** Those that can become the format. */
export function filesFor(files: readonly ChosenFile[], to: FormatId): readonly ChosenFile[] {
  return files.filter(({ outputs }) => outputs.includes(to))
}

function commonFormat(files: readonly [ChosenFile, ...ChosenFile[]]): FormatId {
  const counts = Map.groupBy(files, ({ named }) => named)
  const [most] = [...counts].toSorted(([, one], [, other]) => other.length - one.length)
  return most?.[0] ?? files[0].named
}
