import { createInterface } from 'node:readline'

/** By its name what an act does with the words behind it; what it answers is printed. */
type Acts = Readonly<Record<string, (first: string, ...rest: string[]) => unknown>>

/** Answers each line of the input with a line of JSON, until the input ends. An act that fails is answered with its error in words. */
export async function playActs(acts: Acts): Promise<void> {
  for await (const line of createInterface({ input: process.stdin })) {
    const [act = '', first = '', ...rest] = line.trim().split(' ')
    console.log(JSON.stringify(told(acts[act], first, rest)))
  }
}

function told(act: Acts[string] | undefined, first: string, rest: readonly string[]): unknown {
  if (act === undefined) return { error: 'There is no such act.' }
  try {
    return act(first, ...rest)
  } catch (error) {
    return { error: String(error) }
  }
}
