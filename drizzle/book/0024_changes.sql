CREATE TABLE `change_marks` (
	`position` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`seq` integer NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `change_marks_id_unique` ON `change_marks` (`id`);--> statement-breakpoint
CREATE TABLE `changes` (
	`seq` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`id` text NOT NULL,
	`user_id` text,
	`is_gone` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `changes_thing` ON `changes` (`kind`,`id`);--> statement-breakpoint
CREATE TRIGGER `changes_catalogue` AFTER UPDATE OF `version` ON `catalogue_state` BEGIN
	INSERT OR REPLACE INTO `changes` (`kind`, `id`, `is_gone`) VALUES ('catalogue', NEW.`version`, 0);
END;
--> statement-breakpoint
CREATE TRIGGER `changes_product_removed` AFTER DELETE ON `products` BEGIN
	INSERT OR REPLACE INTO `changes` (`kind`, `id`, `is_gone`) VALUES ('product', OLD.`id`, 1);
END;
--> statement-breakpoint
CREATE TRIGGER `changes_order_added` AFTER INSERT ON `orders` BEGIN
	INSERT OR REPLACE INTO `changes` (`kind`, `id`, `is_gone`) VALUES ('order', NEW.`id`, 0);
END;
--> statement-breakpoint
CREATE TRIGGER `changes_order_changed` AFTER UPDATE ON `orders` BEGIN
	INSERT OR REPLACE INTO `changes` (`kind`, `id`, `is_gone`) VALUES ('order', NEW.`id`, 0);
END;
--> statement-breakpoint
CREATE TRIGGER `changes_order_removed` AFTER DELETE ON `orders` BEGIN
	INSERT OR REPLACE INTO `changes` (`kind`, `id`, `is_gone`) VALUES ('order', OLD.`id`, 1);
END;
--> statement-breakpoint
CREATE TRIGGER `changes_scan_added` AFTER INSERT ON `scans` BEGIN
	INSERT OR REPLACE INTO `changes` (`kind`, `id`, `user_id`, `is_gone`) VALUES ('document', NEW.`id`, NEW.`user_id`, 0);
END;
--> statement-breakpoint
CREATE TRIGGER `changes_scan_changed` AFTER UPDATE ON `scans` BEGIN
	INSERT OR REPLACE INTO `changes` (`kind`, `id`, `user_id`, `is_gone`) VALUES ('document', NEW.`id`, NEW.`user_id`, 0);
END;
--> statement-breakpoint
CREATE TRIGGER `changes_scan_removed` AFTER DELETE ON `scans` BEGIN
	INSERT OR REPLACE INTO `changes` (`kind`, `id`, `user_id`, `is_gone`) VALUES ('document', OLD.`id`, OLD.`user_id`, 1);
END;
--> statement-breakpoint
CREATE TRIGGER `changes_name_added` AFTER INSERT ON `names` BEGIN
	INSERT OR REPLACE INTO `changes` (`kind`, `id`, `is_gone`) VALUES (CASE NEW.`kind` WHEN 'vendor' THEN 'vendor' ELSE 'product_name' END, NEW.`id`, 0);
END;
--> statement-breakpoint
CREATE TRIGGER `changes_name_changed` AFTER UPDATE ON `names` BEGIN
	INSERT OR REPLACE INTO `changes` (`kind`, `id`, `is_gone`) VALUES (CASE NEW.`kind` WHEN 'vendor' THEN 'vendor' ELSE 'product_name' END, NEW.`id`, 0);
END;
--> statement-breakpoint
CREATE TRIGGER `changes_name_removed` AFTER DELETE ON `names` BEGIN
	INSERT OR REPLACE INTO `changes` (`kind`, `id`, `is_gone`) VALUES (CASE OLD.`kind` WHEN 'vendor' THEN 'vendor' ELSE 'product_name' END, OLD.`id`, 1);
END;
--> statement-breakpoint
CREATE TRIGGER `changes_alias_added` AFTER INSERT ON `aliases` BEGIN
	INSERT OR REPLACE INTO `changes` (`kind`, `id`, `is_gone`) SELECT CASE `names`.`kind` WHEN 'vendor' THEN 'vendor' ELSE 'product_name' END, `id`, 0 FROM `names` WHERE `id` = NEW.`name_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `changes_alias_moved` AFTER UPDATE ON `aliases` BEGIN
	INSERT OR REPLACE INTO `changes` (`kind`, `id`, `is_gone`) SELECT CASE `names`.`kind` WHEN 'vendor' THEN 'vendor' ELSE 'product_name' END, `id`, 0 FROM `names` WHERE `id` IN (OLD.`name_id`, NEW.`name_id`);
END;
--> statement-breakpoint
CREATE TRIGGER `changes_alias_removed` AFTER DELETE ON `aliases` BEGIN
	INSERT OR REPLACE INTO `changes` (`kind`, `id`, `is_gone`) SELECT CASE `names`.`kind` WHEN 'vendor' THEN 'vendor' ELSE 'product_name' END, `id`, 0 FROM `names` WHERE `id` = OLD.`name_id`;
END;
--> statement-breakpoint
INSERT INTO `changes` (`kind`, `id`, `user_id`, `is_gone`) SELECT 'document', `id`, `user_id`, 0 FROM `scans` ORDER BY `created_at`, `id`;
--> statement-breakpoint
INSERT INTO `changes` (`kind`, `id`, `is_gone`) SELECT CASE `kind` WHEN 'vendor' THEN 'vendor' ELSE 'product_name' END, `id`, 0 FROM `names` ORDER BY `created_at`, `id`;
--> statement-breakpoint
INSERT INTO `changes` (`kind`, `id`, `is_gone`) SELECT 'catalogue', `version`, 0 FROM `products` GROUP BY `version` ORDER BY `version`;
--> statement-breakpoint
INSERT INTO `changes` (`kind`, `id`, `is_gone`) SELECT 'order', `id`, 0 FROM `orders` ORDER BY `seq`;
--> statement-breakpoint
INSERT INTO `change_marks` (`id`, `seq`, `at`) VALUES ('0', 0, 0);
