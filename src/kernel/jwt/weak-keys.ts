import { TokenError } from './token-error.ts'

const ED25519_P = 2n ** 255n - 19n
const ED25519_L = 2n ** 252n + 27742317777372353535851937790883648493n
const ED25519_D = 0x52036cee2b6ffe738cc740797779e89800700a4d4141d8ab75eb4dca135978a3n
const ORDER_8_Y = 0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7n

// The eight points whose order divides the cofactor share five y coordinates; the sign of x does not matter.
const SMALL_ORDER_Y: ReadonlySet<bigint> = new Set([0n, 1n, ED25519_P - 1n, ORDER_8_Y, ED25519_P - ORDER_8_Y])

const P256_P = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn
const P256_B = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn

/**
 * The encoding of RFC 8032 §5.1.3, and no point of small order: for such a point anyone can create a valid signature
 * without the private key.
 */
export function checkEd25519Encoding(encoded: Uint8Array): void {
  const y = readEd25519Y(encoded)
  if (y >= ED25519_P) throw weak('The Ed25519 public key is not in its canonical encoding.')
  if (SMALL_ORDER_Y.has(y)) throw weak('The Ed25519 public key is a point of small order.')
}

/**
 * Needed only to explain why a signature failed: no signature is valid under a point off the curve (RFC 8032 §5.1.7).
 * This is too slow to run for each new key.
 */
export function checkEd25519Curve(encoded: Uint8Array): void {
  const y = readEd25519Y(encoded)
  const square = (y * y) % ED25519_P
  // x² = (y² - 1) / (d·y² + 1) has a root exactly when the product of both is a square; x = 0 is small order.
  if (legendre((square - 1n) * (ED25519_D * square + 1n), ED25519_P) !== 1)
    throw weak('The Ed25519 public key is not a point of the curve.')
}

/** RFC 8032 §5.1.7: S must be below the order of the group, so that a signature has no second form. */
export function isCanonicalEd25519Signature(signature: Uint8Array): boolean {
  // The order is a little more than 2^252, so this decides for nearly every signature.
  const isSurelyBelow = (signature[63] ?? 0xff) < 0x10
  return isSurelyBelow || readLittleEndian(signature.subarray(32)) < ED25519_L
}

/** SEC 1 §3.2.2.1; the identity has no affine coordinates, and the cofactor is 1. */
export function checkP256Point(xBytes: Uint8Array, yBytes: Uint8Array): void {
  const x = readInteger(xBytes)
  const y = readInteger(yBytes)
  if (x >= P256_P || y >= P256_P) throw weak('The P-256 public key has a coordinate outside the field.')
  if ((y * y - x * x * x + 3n * x - P256_B) % P256_P !== 0n)
    throw weak('The P-256 public key is not a point of the curve.')
}

function weak(detail: string): TokenError {
  return new TokenError('weak-key', `${detail} Generate a new key pair.`)
}

function readEd25519Y(encoded: Uint8Array): bigint {
  return BigInt.asUintN(255, readLittleEndian(encoded))
}

function readLittleEndian(bytes: Uint8Array): bigint {
  return readInteger(Buffer.from(bytes).reverse())
}

function readInteger(bigEndian: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bigEndian).toString('hex')}`)
}

/** Uses quadratic reciprocity, which takes a seventh of the time of a modular power. The prime must be odd. */
function legendre(value: bigint, prime: bigint): number {
  let top = value % prime
  let bottom = prime
  let sign = 1
  while (top !== 0n) {
    while ((top & 1n) === 0n) {
      top >>= 1n
      const rest = bottom & 7n
      if (rest === 3n || rest === 5n) sign = -sign
    }
    if ((top & 3n) === 3n && (bottom & 3n) === 3n) sign = -sign
    const next = bottom % top
    bottom = top
    top = next
  }
  return bottom === 1n ? sign : 0
}
