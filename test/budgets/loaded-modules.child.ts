import { writeFileSync } from 'node:fs'

/* Loaded before Daybook (`--preload`): says at its end which files were loaded. */

const told = process.env['DAYBOOK_LOADED']
if (told === undefined) throw new Error('DAYBOOK_LOADED names no file.')
process.on('exit', () => writeFileSync(told, JSON.stringify(Object.keys(require.cache))))
