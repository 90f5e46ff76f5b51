/** The store's first size in bytes, and its growth factor when it is full. */
const bytesAtFirst = 256 * 1024
const growth = 1.5

/** Room beyond the expected size, because texts differ. Unused room costs no memory. */
const reserve = 1.2

const lineBreak = 0x0a

/**
 * Texts in memory as one UTF-8 buffer, each by the `seq` of its product, so that one search covers all of them.
 * (Measured at 100,000 products: three quarters of the memory of as many strings, and a rare word is found in a
 * quarter of the time.) A changed text is written at the end. When more bytes are unused than used, the texts move
 * together.
 */
export class SearchedTexts {
  readonly #expectedTexts: number
  #bytes = Buffer.alloc(bytesAtFirst)
  #end = 0
  #wasted = 0
  /** By place, which is the order in the buffer: the start of each text, and its product. */
  #starts: number[] = []
  #seqs: number[] = []
  /** Reused by every search: new arrays for each search would fill the memory before they are collected. */
  #found = new Uint8Array()
  #marks = new Uint8Array()
  /** By `seq`: the place of its text. Undefined if there is none. */
  readonly #places: (number | undefined)[] = []

  /** `expectedTexts`: the number of texts loaded first, so that the buffer need not grow for them again and again. */
  constructor(expectedTexts: number) {
    this.#expectedTexts = expectedTexts
  }

  has(seq: number): boolean {
    return this.#places[seq] !== undefined
  }

  /** `text` is UTF-8 and ends with a line break. */
  equals(seq: number, text: Uint8Array): boolean {
    const place = this.#places[seq]
    return place !== undefined && this.#textAt(place).equals(text)
  }

  /** `text` as in `equals`. */
  set(seq: number, text: Uint8Array): void {
    this.delete(seq)
    this.#makeRoom(text.length)
    this.#bytes.set(text, this.#end)
    this.#places[seq] = this.#seqs.length
    this.#seqs.push(seq)
    this.#starts.push(this.#end)
    this.#end += text.length
  }

  delete(seq: number): void {
    const place = this.#places[seq]
    if (place === undefined) return
    this.#wasted += this.#endOf(place) - this.#startOf(place)
    this.#places[seq] = undefined
  }

  /** Marks, by `seq`, the texts that have every word. The next call reuses the array. */
  match(words: readonly string[]): Uint8Array {
    const found = zeroed(this.#found, this.#seqs.length)
    words.forEach((word, wordsBefore) => this.#countIn(found, Buffer.from(word), wordsBefore))
    const marks = zeroed(this.#marks, this.#places.length)
    this.#found = found
    this.#marks = marks
    this.#seqs.forEach((seq, place) => {
      if (found[place] === words.length && this.#places[seq] === place) marks[seq] = 1
    })
    return marks
  }

  /** Compares the first lines of two texts by code points, like SQLite. */
  compareFirstLines(a: number, b: number): number {
    const [start, end] = this.#firstLineOf(a)
    const [otherStart, otherEnd] = this.#firstLineOf(b)
    return this.#bytes.compare(this.#bytes, otherStart, otherEnd, start, end)
  }

  /** Counts a word, by place, in texts that contain all words before it. */
  #countIn(found: Uint8Array, word: Buffer, wordsBefore: number): void {
    const bytes = this.#bytes.subarray(0, this.#end)
    let place = 0
    for (let at = bytes.indexOf(word); at >= 0; at = bytes.indexOf(word, this.#endOf(place))) {
      while (this.#endOf(place) <= at) place++
      if (found[place] === wordsBefore) found[place] = wordsBefore + 1
    }
  }

  #firstLineOf(seq: number): [start: number, end: number] {
    const start = this.#startOf(this.#places[seq] ?? 0)
    return [start, this.#bytes.indexOf(lineBreak, start)]
  }

  #textAt(place: number): Buffer {
    return this.#bytes.subarray(this.#startOf(place), this.#endOf(place))
  }

  #startOf(place: number): number {
    return this.#starts[place] ?? this.#end
  }

  #endOf(place: number): number {
    return this.#startOf(place + 1)
  }

  #makeRoom(bytes: number): void {
    if (this.#wasted > this.#end / 2) this.#moveUp()
    if (this.#end + bytes <= this.#bytes.length) return
    const expected = (this.#end / this.#starts.length) * this.#expectedTexts
    const larger = Buffer.alloc(
      Math.ceil(Math.max((this.#end + bytes) * growth, expected * reserve)),
    )
    this.#bytes.copy(larger, 0, 0, this.#end)
    this.#bytes = larger
  }

  /** Closes the gaps that deleted texts left. */
  #moveUp(): void {
    const [starts, seqs]: [number[], number[]] = [[], []]
    let end = 0
    this.#seqs.forEach((seq, place) => {
      if (this.#places[seq] !== place) return
      this.#bytes.copyWithin(end, this.#startOf(place), this.#endOf(place))
      this.#places[seq] = seqs.length
      starts.push(end)
      seqs.push(seq)
      end += this.#endOf(place) - this.#startOf(place)
    })
    this.#starts = starts
    this.#seqs = seqs
    this.#end = end
    this.#wasted = 0
  }
}

function zeroed(bytes: Uint8Array<ArrayBuffer>, length: number): Uint8Array<ArrayBuffer> {
  return bytes.length === length ? bytes.fill(0) : new Uint8Array(length)
}
