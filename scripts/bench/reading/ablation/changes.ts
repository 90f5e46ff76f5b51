import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One part of the reader, switched off. `text` is the whole file without the part. */
export type Change = { file: string; line: number; what: string; text: string; mark: Mark }

/** A line, from 0, that reports that the part was used. */
type Mark = { at: number; line: string }

/**
 * All changes of a file that switch off one part. A function finds nothing, always says yes or no, or returns its argument. A guard
 * (`if … return` on one line) is left out. Relies on the formatter's layout.
 */
export function changesOf(src: string, file: string): Change[] {
  const lines = readFileSync(join(src, file), 'utf8').split('\n')
  const functions = lines.flatMap((line, at) =>
    /^(export )?function \w+/.test(line) ? functionChanges(file, lines, at) : [],
  )
  const guards = lines.flatMap((line, at) =>
    /^\s+if \(.*\) (return|continue)\b.*$/.test(line)
      ? [
          {
            file,
            line: at + 1,
            what: `without: ${line.trim()}`,
            text: lines.toSpliced(at, 1, '').join('\n'),
            mark: {
              at,
              line: line.replace(
                /^(\s+if \(.*\)) (return|continue)\b(.*)$/,
                `$1 { ${seen(file, at)}; $2$3 }`,
              ),
            },
          },
        ]
      : [],
  )
  return [...functions, ...guards]
}

function functionChanges(file: string, lines: readonly string[], start: number): Change[] {
  const end = lines.findIndex(
    (line, at) =>
      at >= start && line.endsWith('{') && !/[=(]\{$/.test(line) && closes(lines, start, at),
  )
  if (end < 0) return []
  const header = lines.slice(start, end + 1).join(' ')
  const name = /function (\w+)/.exec(header)?.[1] ?? ''
  return answersOf(header).map((answer) => ({
    file,
    line: start + 1,
    what: `${name}: ${answer}`,
    text: [...lines.slice(0, end + 1), `return ${answer}`, ...lines.slice(end + 1)].join('\n'),
    mark: { at: end, line: `${lines[end] ?? ''} ${seen(file, start)};` },
  }))
}

/** Whether the brackets of a function's head are closed at the line where the body begins. */
function closes(lines: readonly string[], start: number, end: number): boolean {
  const header = lines.slice(start, end + 1).join('\n')
  const count = (sign: string) => header.split(sign).length
  return count('(') === count(')') && count('{') === count('}') + 1
}

/** The answers of a function that does nothing, by its type. */
function answersOf(header: string): string[] {
  const type = header
    .slice(header.lastIndexOf(')') + 1)
    .replace(/^\s*:\s*/, '')
    .replace(/\s*\{$/, '')
    .trim()
  if (type.startsWith('asserts')) return []
  if (type === 'boolean' || / is /.test(type)) return ['true', 'false']
  if (/\bundefined\b/.test(type)) return ['undefined']
  if (type.endsWith('[]')) return ['[]', ...sameOf(header, type)]
  if (/^(Readonly)?Map</.test(type)) return ['new Map()']
  if (/^(Readonly)?Set</.test(type)) return ['new Set()']
  if (type === 'number') return ['0']
  return sameOf(header, type)
}

/** The parameter of the type that the function answers with. */
function sameOf(header: string, type: string): string[] {
  const parameters = header.slice(header.indexOf('(') + 1, header.lastIndexOf(')'))
  const found = parameters
    .split(/,\s+(?=\w+\??:)/)
    .map((parameter) => /^\s*(\w+)\??:\s*([^=]*?),?\s*$/.exec(parameter))
    .find((parameter) => parameter !== null && plain(parameter[2] ?? '') === plain(type))
  return found?.[1] === undefined ? [] : [found[1]]
}

const seen = (file: string, at: number) => `globalThis.seen('${file}:${at + 1}')`

/** The file, with a report of each part that is used. */
export function marked(src: string, file: string): string {
  const lines = readFileSync(join(src, file), 'utf8').split('\n')
  for (const { mark } of changesOf(src, file)) lines[mark.at] = mark.line
  return lines.join('\n')
}

function plain(type: string): string {
  return type.replace(/\breadonly /g, '').trim()
}
