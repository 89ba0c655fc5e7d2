// Loaded before the product (`node --import`): the wall clock of the process is off by so many milliseconds. The monotonic one is not.
const shiftMs = Number(process.env.TEST_CLOCK_SHIFT_MS ?? 0)
const RealDate = Date

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + shiftMs)
    else super(...given)
  }

  static now() {
    return RealDate.now() + shiftMs
  }
}
