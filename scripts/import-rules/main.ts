/** Checks the import rules of the checkout, or of the given folder, and fails on a violation. */
import { resolve } from 'node:path'
import { rootFolder } from '../root-folder.mjs'
import { checkImportRules } from './check-import-rules.ts'
import { sourcesOf, treeOnDisk } from './source-tree.ts'

const tree = treeOnDisk(resolve(process.argv[2] ?? rootFolder))
const violations = checkImportRules(tree)
for (const { file, line, reason } of violations) console.log(`${file}:${line} ${reason}`)
console.log(`${sourcesOf(tree).length} files, ${violations.length} violations`)
process.exitCode = violations.length > 0 ? 1 : 0
