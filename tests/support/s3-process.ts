/** S3 server as a separate process that tests can kill: `node s3-process.ts <folder> <port>`. */
import { startS3Server } from '../../packages/server/src/adapters/s3-storage/s3-server.test-support.ts'

const [directory = '', port = '0'] = process.argv.slice(2)
const server = await startS3Server({ directory, port: Number(port) })
// S3 writes objects atomically, s3rver does not: it is only killed between two writes.
process.on('SIGUSR2', () => void server.stopWriting().then(() => process.kill(process.pid, 'SIGKILL')))
process.on('SIGTERM', () => process.exit(0))
console.log('ready')
