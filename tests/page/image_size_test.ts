import { assertEquals } from "@std/assert";
import { imageSize } from "../../page/image_size.ts";

const base64 = (...bytes: number[]) => new Uint8Array(bytes).toBase64();

Deno.test("imageSize() reads the head of a PNG and of a JPEG", () => {
  const png = [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82];
  assertEquals(imageSize(base64(...png, 0, 0, 5, 0, 0, 0, 2, 208)), { width: 1280, height: 720 });
  const jpeg = [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 1, 0xFF, 0xC4, 0, 3, 9];
  const frame = [0xFF, 0xC0, 0, 17, 8, 2, 208, 5, 0];
  assertEquals(imageSize(base64(...jpeg, ...frame)), { width: 1280, height: 720 });
});

Deno.test("imageSize() is null when the head is none or broken off", () => {
  assertEquals(imageSize(""), null);
  assertEquals(imageSize(base64(1, 2, 3, 4, 5)), null);
  assertEquals(imageSize(base64(0xFF, 0xD8, 0xFF, 0xE0, 0, 4)), null);
  assertEquals(imageSize(base64(0x89, 0x50, 0x4E, 0x47)), null);
});
