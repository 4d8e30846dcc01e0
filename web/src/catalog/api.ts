/** What every component of our A2UI catalog has in common: names and the shapes of their properties, without drawing. */
import {
  AccessibilityAttributesSchema,
  ActionSchema,
  ChildListSchema,
  DataBindingSchema,
  DynamicBooleanSchema,
  DynamicStringSchema,
  FunctionCallSchema,
  type WebComponentImplementation,
} from "@a2ui/web_core/v0_9";
import { z } from "zod";

export type LitComponentApi = WebComponentImplementation;

/** Any JSON value by path, or as it stands. */
export const DynamicJson = z.union([z.array(z.unknown()), z.record(z.unknown()), DataBindingSchema]);
/** A text, a number or nothing, by path. */
export const DynamicScalar = z.union([z.string(), z.number(), z.null(), DataBindingSchema, FunctionCallSchema]);

export const Words = DynamicStringSchema;
export const Flag = DynamicBooleanSchema;
export const Children = ChildListSchema;
export const Act = ActionSchema;

/** What any component may carry. */
export const Common = {
  accessibility: AccessibilityAttributesSchema.optional(),
  weight: z.number().optional(),
};

/** A step's name as the server knows it, as a person says it, and who does it. */
export const StepWords = z.array(
  z.object({ step: z.string(), label: Words, by: z.enum(["source", "agent"]).optional() }).strict(),
);
